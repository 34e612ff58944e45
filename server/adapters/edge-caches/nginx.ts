import { createHmac } from 'node:crypto'
import { type FilmPurger, sendPurge } from './send-purge.ts'

const ttlMs = 60_000

/** Creates the purger of a cache with `deploy/edge/media.js`, which verifies the same key as in addresses. */
export const createNginxPurger = (cache: URL, key: string): FilmPurger => ({
  async purge(asset_ids, now) {
    const expires = now.getTime() + ttlMs
    for (const asset_id of asset_ids) {
      const mac = createHmac('sha256', key).update(`purge|${asset_id}|${expires}`).digest()
      const token = `${expires.toString(36)}-${mac.subarray(0, 16).toString('base64url')}`
      await sendPurge(new URL(`/purge/${token}/${asset_id}`, cache), { method: 'POST' })
    }
  },
})
