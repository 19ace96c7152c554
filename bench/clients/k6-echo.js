// What the two clients for k6 have in common. Environment: TARGET, CONNECTIONS, SIZE.
import { Trend } from 'k6/metrics';

export const payload = 'x'.repeat(Number(__ENV.SIZE));
export const roundTrip = new Trend('round_trip', true);
export const options = {
  scenarios: {
    echo: {
      executor: 'per-vu-iterations',
      vus: Number(__ENV.CONNECTIONS),
      iterations: 1,
      maxDuration: '24h',
    },
  },
};
