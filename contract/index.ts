import type { Endpoint } from './endpoint.ts'
import { second_factor } from './second-factor.ts'
import { studio_members } from './studio-members.ts'
import { studio_service } from './studio-service.ts'
import { studio } from './studio.ts'
import { studio_catalogue } from './studio-catalogue.ts'
import { studio_numbers } from './studio-numbers.ts'
import { studio_uploads } from './studio-uploads.ts'
import { endpoints as viewers } from './viewers.ts'

const { accounts, ...others } = viewers

/** Every call of the product, by domain. Viewers' pages take `viewers.ts` instead. */
export const endpoints = {
  accounts,
  second_factor,
  ...others,
  studio,
  studio_uploads,
  studio_catalogue,
  studio_numbers,
  studio_service,
  studio_members,
}

/** The same table, flat: `contents.listSeries` → its endpoint. */
export const endpointList: readonly { name: string; endpoint: Endpoint }[] = Object.entries(
  endpoints,
).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ name: `${domain}.${name}`, endpoint })),
)
