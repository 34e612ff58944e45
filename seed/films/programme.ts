import type { Script } from './film.ts'
import { moonLaundry1 } from './moon-laundry/episode-1.ts'

/** All films, in the order in which they should be made. */
export const scripts: readonly Script[] = [moonLaundry1]
