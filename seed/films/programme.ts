import { convenience } from './convenience/film.ts'
import { elevator1 } from './elevator/episode-1.ts'
import { elevator2 } from './elevator/episode-2.ts'
import { farLighthouse } from './far-lighthouse/film.ts'
import type { Script } from './film.ts'
import { lastFerry } from './last-ferry/film.ts'
import { moonLaundry1 } from './moon-laundry/episode-1.ts'
import { moonLaundry2 } from './moon-laundry/episode-2.ts'
import { moonLaundry3 } from './moon-laundry/episode-3.ts'
import { nightMarket } from './night-market/film.ts'
import { paperCity1 } from './paper-city/episode-1.ts'
import { paperCity2 } from './paper-city/episode-2.ts'
import { slowTrain } from './slow-train/film.ts'
import { teaMountain } from './tea-mountain/film.ts'
import { umbrellaFilm } from './umbrella/film.ts'

/** All films, in the order in which they should be made: one of each kind comes early. */
export const scripts: readonly Script[] = [
  moonLaundry1,
  umbrellaFilm,
  slowTrain,
  moonLaundry2,
  elevator1,
  paperCity1,
  farLighthouse,
  nightMarket,
  convenience,
  moonLaundry3,
  lastFerry,
  elevator2,
  teaMountain,
  paperCity2,
]
