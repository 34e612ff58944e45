import { type FilmPurger, sendPurge, surrogateKey } from './send-purge.ts'

/** Creates the purger of `varnish://HOST:PORT` with `deploy/edge/varnish.vcl`, which trusts addresses of its own network. */
export const createVarnishPurger = (address: URL): FilmPurger => ({
  async purge(asset_ids) {
    for (const asset_id of asset_ids)
      await sendPurge(new URL(`http://${address.host}/`), {
        method: 'PURGE',
        headers: { 'surrogate-key': surrogateKey(asset_id) },
      })
  },
})
