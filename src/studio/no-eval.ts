import { config } from 'zod';

/**
 * The checks of scenes are not to be compiled at run time: the page's policy forbids it, and to try would be reported as a
 * violation. Comes before the modules that make such checks.
 */
config({ jitless: true });
