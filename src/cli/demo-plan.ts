import { fileURLToPath } from 'node:url';

/** The plan of `wsmeter demo`. Found from here, since the built program is one folder, as deep as this one. */
export const DEMO_PLAN = fileURLToPath(new URL('../../plans/echo.jmx', import.meta.url));
