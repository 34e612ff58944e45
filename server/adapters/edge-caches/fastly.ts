import { apiOf, type FilmPurger, inGroups, sendPurge, surrogateKey } from './send-purge.ts'

/** Surrogate keys in one request, the limit of the API. */
const maxKeys = 256

/** Creates the purger of `fastly://API_TOKEN@SERVICE_ID`. */
export const createFastlyPurger = (address: URL): FilmPurger => ({
  async purge(asset_ids) {
    const url = new URL(
      `/service/${address.hostname}/purge`,
      apiOf(address, 'https://api.fastly.com'),
    )
    for (const group of inGroups(asset_ids, maxKeys))
      await sendPurge(url, {
        method: 'POST',
        headers: {
          'fastly-key': decodeURIComponent(address.username),
          'surrogate-key': group.map(surrogateKey).join(' '),
        },
      })
  },
})
