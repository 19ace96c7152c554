import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/jmeter/parse-arguments.ts';

/** The parsed line in one text: `n t<plan> J<a><1>`. */
function parsed(...args: string[]): string {
  return parseArguments(args)
    .map(({ option, name, value }) => {
      if (option.takes === 'nothing') return option.short;
      return option.takes === 'pair' ? `${option.short}<${name}><${value}>` : `${option.short}<${value}>`;
    })
    .join(' ');
}

// Every expectation here is what JMeter 5.6.3 makes of the same arguments.
describe('the JMeter command line', () => {
  test.each([
    [['-n', '-t', 'x'], 'n t<x>'],
    [['-nt', 'x'], 'n t<x>'],
    [['-nft', 'x'], 'n f t<x>'],
    [['-tx'], 't<x>'],
    [['-t=x'], 't<x>'],
    [['--testfile=x'], 't<x>'],
    [['--testfile', 'x'], 't<x>'],
    [['-t', 'a b'], 't<a b>'],
    [['-t', '-'], 't<->'],
    [['-t', '-n'], 't<-n>'],
    [['-t', '--nongui'], 't<--nongui>'],
    [['-Hhost', '-P80'], 'H<host> P<80>'],
    [['-sj', 'x'], 's j<x>'],
    [['-?'], '?'],
    [['--?'], '?'],
    [['-q', 'a', '-q', 'b'], 'q<a> q<b>'],
    [['-S', 'a', '--systemPropertyFile=b'], 'S<a> S<b>'],
    [['-n', '--'], 'n'],
    // Not in JMeter: a value that may be missing.
    [['--dashboard', '-n'], 'dashboard<> n'],
    [['--dashboard', '8080', '-n'], 'dashboard<8080> n'],
    [['--dashboard=0.0.0.0:80', '-n'], 'dashboard<0.0.0.0:80> n'],
    [[], ''],
  ])('reads %j', (args, expected) => {
    expect(parsed(...args)).toBe(expected);
  });

  test.each([
    [['-Ja=1'], 'J<a><1>'],
    [['-J', 'a=1'], 'J<a><1>'],
    [['-Ja', '1'], 'J<a><1>'],
    [['-J', 'a', '1'], 'J<a><1>'],
    [['-Ja'], 'J<a><>'],
    [['-Ja='], 'J<a><>'],
    [['-J', 'a'], 'J<a><>'],
    [['-J', 'a', '-n'], 'J<a><> n'],
    [['-Ja=', '-n'], 'J<a><> n'],
    [['-J', '-n'], 'J<-n><>'],
    [['-Ja=b=c'], 'J<a><b=c>'],
    [['-Ja', '=b'], 'J<a><=b>'],
    [['-Ja1=v1=,b'], 'J<a1><v1=,b>'],
    [['-J', 'a b=c d'], 'J<a b><c d>'],
    [['--jmeterproperty', 'a=b'], 'J<a><b>'],
    [['--jmeterproperty=a=b'], 'J<a><b>'],
    [['--jmeterproperty=a'], 'J<a><>'],
    [['-LDEBUG'], 'L<DEBUG><>'],
    [['-L', 'x=DEBUG'], 'L<x><DEBUG>'],
    [['-La', 'b'], 'L<a><b>'],
    [['-Gfile.properties'], 'G<file.properties><>'],
    [['-D', 'x=1', '-Dy'], 'D<x><1> D<y><>'],
  ])('reads the pairs of %j', (args, expected) => {
    expect(parsed(...args)).toBe(expected);
  });

  test.each([
    [['--nosuch'], 'Unknown option --nosuch'],
    [['--nosuch=1'], 'Unknown option --nosuch'],
    [['--TESTFILE', 'x'], 'Unknown option --TESTFILE'],
    [['-Z'], 'Unknown option -Z'],
    [['-nfx'], 'Unknown option -x'],
    [['-n=1'], 'Unknown option -='],
    [['-t'], 'Missing argument to option -t'],
    [['--testfile'], 'Missing argument to option --testfile'],
    [['-n', '-l'], 'Missing argument to option -l'],
    [['-J'], 'Missing argument to option -J'],
    [['-J=a'], 'Unable to parse first argument for option -J'],
    [['-J', '=b'], 'Unable to parse first argument for option -J'],
    [['-J', ''], 'Unable to parse first argument for option -J'],
    [['-'], 'Malformed option -'],
    [['-n', '-n'], 'Duplicate options for -n/--nongui found.'],
    [['-l', 'a', '--logfile', 'b'], 'Duplicate options for -l/--logfile found.'],
    [['-p', 'a', '-p', 'b'], 'Duplicate options for -p/--propfile found.'],
    [['stray'], 'Unknown arg: stray'],
    [['-n', 'stray', '-t', 'x'], 'Unknown arg: stray'],
    [['-n', '--', '-t'], 'Unknown arg: -t'],
    [['--nongui=1'], 'Unknown arg: 1'],
  ])('refuses %j', (args, message) => {
    expect(() => parsed(...args)).toThrow(message);
  });

  test('finds no plan in an empty -t', () => {
    expect(() => parsed('-n', '-t', '')).toThrow('Missing argument to option -t');
    expect(() => parsed('-n', '-t=')).toThrow('Missing argument to option -t');
  });
});
