import { convenience } from './convenience/film.ts'
import { cut } from './cut.ts'
import { elevator1 } from './elevator/episode-1.ts'
import { elevator2 } from './elevator/episode-2.ts'
import { elevator3 } from './elevator/episode-3.ts'
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
import { teasers, toons } from './toon/index.ts'
import { umbrellaFilm } from './umbrella/film.ts'

/** The animated films, whole. */
export const wholeFilms: readonly Script[] = [
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
  elevator3,
  teaMountain,
  paperCity2,
  ...toons,
  ...teasers,
]

/** The animated films: the opening, a scene towards the end and the credits of each. */
export const scripts: readonly Script[] = [
  cut(moonLaundry1, [
    [0, 15.8],
    [84.4, 88.2],
    [92, 96],
  ]),
  cut(umbrellaFilm, [
    [0, 14.4],
    [45.6, 50.4],
    [86, 90],
  ]),
  cut(slowTrain, [
    [0, 15],
    [58.8, 64],
    [92, 96],
  ]),
  cut(moonLaundry2, [
    [0, 15.8],
    [70.6, 75],
    [90, 94],
  ]),
  cut(elevator1, [
    [0, 14],
    [76.8, 82.6],
    [86, 90],
  ]),
  cut(paperCity1, [
    [0, 14.8],
    [46.8, 50.4],
    [92, 96],
  ]),
  cut(farLighthouse, [
    [0, 16],
    [76.4, 81],
    [92, 96],
  ]),
  cut(nightMarket, [
    [0, 14.4],
    [36.8, 40.8],
    [92, 96],
  ]),
  cut(convenience, [
    [0, 14],
    [32.8, 37],
    [86, 90],
  ]),
  cut(moonLaundry3, [
    [0, 15.2],
    [58, 62.6],
    [90, 94],
  ]),
  cut(lastFerry, [
    [0, 15.2],
    [87.6, 92],
    [92, 96],
  ]),
  cut(elevator2, [
    [0, 13],
    [66.8, 70.8],
    [88, 92],
  ]),
  cut(elevator3, [
    [0, 14],
    [70, 76.6],
    [88, 92],
  ]),
  cut(teaMountain, [
    [0, 12.8],
    [47, 51.4],
    [92, 96],
  ]),
  cut(paperCity2, [
    [0, 15],
    [75.8, 80.4],
    [92, 96],
  ]),
  ...toons,
]
