import { deepPostTeaser } from './teasers/deep-post.ts'
import { northTeaser } from './teasers/north.ts'
import { redEavesTeaser } from './teasers/red-eaves.ts'
import type { Script } from '../film.ts'
import { clockShop } from './clock-shop/film.ts'
import type { ToonScript } from './panel.ts'
import { marsToon } from './mars/film.ts'
import { nocturnalToon } from './nocturnal/film.ts'
import { parcelToon } from './parcel/film.ts'
import { princeToon } from './prince/film.ts'
import { springToon } from './spring/film.ts'
import { typeHouseToon } from './type-house/film.ts'
import { whaleToon } from './whale/film.ts'

/** The motion comics (무빙툰). */
export const toons: readonly ToonScript[] = [
  clockShop,
  springToon,
  nocturnalToon,
  parcelToon,
  princeToon,
  typeHouseToon,
  marsToon,
  whaleToon,
]

/** Trailers of announced works. */
export const teasers: readonly Script[] = [redEavesTeaser, northTeaser, deepPostTeaser]
