import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Where Debian, Ubuntu and others put Chromium; `CHROMIUM` names another one. */
const PLACES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Ubuntu's is a script that asks for a snap. */
const works = (place: string): boolean =>
  spawnSync(place, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0;

/** The Chromium of this machine; undefined when there is none. */
export const CHROMIUM = PLACES.find((place) => place !== undefined && fs.existsSync(place) && works(place));

/** Behind the name of what cannot be tested without one. */
export const WITHOUT_CHROMIUM =
  CHROMIUM === undefined
    ? ' (skipped: no Chromium here; apt-get install chromium, or name one in CHROMIUM)'
    : '';
