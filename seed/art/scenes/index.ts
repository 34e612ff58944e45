/** The painters by name. */
import type { Paint } from '../brush.ts'
import type { SceneName } from '../look.ts'
import {
  boxes,
  clock,
  eye,
  paperPlane,
  robot,
  shapes,
  subwayMap,
  truck,
  typeCase,
} from './graphic.ts'
import { court, facade, palace, portrait } from './heads.ts'
import { classroom, corridor, elevator, room, stage, stairs, table } from './inside.ts'
import { desert, mountain, terraces, train, tree } from './land.ts'
import { bridge, ferry, island, salt, underwater } from './sea.ts'
import { aurora, beacon, moon, starHill } from './sky.ts'
import { market, nightRoad, paperCity, storefront, tram, umbrella } from './street.ts'

export const scenes: Record<SceneName, Paint> = {
  moon,
  beacon,
  star_hill: starHill,
  aurora,
  ferry,
  underwater,
  island,
  salt,
  bridge,
  train,
  terraces,
  desert,
  mountain,
  tree,
  paper_city: paperCity,
  market,
  storefront,
  facade,
  night_road: nightRoad,
  tram,
  umbrella,
  elevator,
  classroom,
  corridor,
  room,
  table,
  stage,
  stairs,
  palace,
  portrait,
  court,
  boxes,
  clock,
  shapes,
  eye,
  type_case: typeCase,
  subway_map: subwayMap,
  paper_plane: paperPlane,
  robot,
  truck,
}
