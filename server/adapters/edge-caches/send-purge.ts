/** Removes films from a cache; idempotent. @throws Error if the cache does not confirm it */
export type FilmPurger = { purge(asset_ids: readonly number[], now: Date): Promise<void> }

const timeoutMs = 3_000

/** Sends one request to a cache or its API. @throws Error unless the status is 2xx */
export async function sendPurge(url: URL, init: RequestInit): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { redirect: 'error', signal, ...init })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`${url.host} answered ${response.status}`)
}

/** The tag of a film's cached files, sent as `Surrogate-Key`. */
export const surrogateKey = (asset_id: number) => `film-${asset_id}`

/** Returns the address of an API: `?api=` of a purge address, or that of the provider. */
export const apiOf = (address: URL, initial: string) => address.searchParams.get('api') ?? initial

/** Groups items for APIs that take several at once. */
export const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
