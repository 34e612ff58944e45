/** The painters by name. */
import type { Paint } from '../brush.ts'
import type { SceneName } from '../look.ts'
import { aurora } from './aurora.ts'
import { beacon } from './beacon.ts'
import { boxes } from './boxes.ts'
import { bridge } from './bridge.ts'
import { clock } from './clock.ts'
import { desert } from './desert.ts'
import { elevator } from './elevator.ts'
import { eye } from './eye.ts'
import { facade } from './facade.ts'
import { ferry } from './ferry.ts'
import { island } from './island.ts'
import { market } from './market.ts'
import { moon } from './moon.ts'
import { mountain } from './mountain.ts'
import { nightRoad } from './night-road.ts'
import { palace } from './palace.ts'
import { paperCity } from './paper-city.ts'
import { paperPlane } from './paper-plane.ts'
import { portrait } from './portrait.ts'
import { robot } from './robot.ts'
import { salt } from './salt.ts'
import { shapes } from './shapes.ts'
import { storefront } from './storefront.ts'
import { subwayMap } from './subway-map.ts'
import { table } from './table.ts'
import { terraces } from './terraces.ts'
import { train } from './train.ts'
import { tram } from './tram.ts'
import { tree } from './tree.ts'
import { truck } from './truck.ts'
import { typeCase } from './type-case.ts'
import { umbrella } from './umbrella.ts'
import { underwater } from './underwater.ts'

export const scenes: Record<SceneName, Paint> = {
  moon,
  beacon,
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
  night_road: nightRoad,
  tram,
  umbrella,
  elevator,
  table,
  palace,
  portrait,
  facade,
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
