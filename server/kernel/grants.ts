import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a media address permits: one asset, for one viewer, until `expires` (ms since 1970). */
export type Grant = { asset: number; viewer: string; expires: number }

/** The viewer of a free work: nobody in particular, so that one address serves all and any cache may hold it. */
export const anybody = 'p'

/** Who looks at the free beginning of a sold one (D-42): nobody in particular either. */
export const previewer = 'v'

/**
 * The viewer of a sold work: a browser session, with whose end the address ends.
 * @param max_height the best picture that it is for, as the p of "720p"; any, where none is given.
 */
export const sessionViewer = (session_id: number, max_height?: number) =>
  `s${session_id.toString(36)}${max_height === undefined ? '' : `H${max_height}`}`

const ofSession = /^s([0-9a-z]{1,7})(?:H(\d{1,4}))?$/

/** The session of `sessionViewer`; null for the others. */
export function sessionOf(viewer: string): number | null {
  const session = ofSession.exec(viewer)?.[1]
  return session === undefined ? null : Number.parseInt(session, 36)
}

/** The best picture that a viewer's address is for (D-50). */
export const maxHeightOf = (viewer: string): number =>
  Number(ofSession.exec(viewer)?.[2] ?? Infinity)

/** The viewer that a grant was made for. What it says is true only where the grant `permits`. */
export const viewerOf = (grant: string): string => grant.split('-')[1] ?? ''

/**
 * Signs and checks media addresses (D-41). A grant is `{expiry}-{viewer}-{mac}` in an address
 * `/media/{grant}/{asset}/…`; the mac is the first 16 bytes of HMAC-SHA-256 (RFC 2104) over asset, viewer
 * and expiry. A cache in front of us can check the same without asking.
 */
export function createGrants(secret: string) {
  const sign = (grant: Grant) =>
    createHmac('sha256', secret)
      .update(`${grant.asset}|${grant.viewer}|${grant.expires}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  /** Grants that were found good, so that a segment costs a lookup and not a hash. */
  const known = new Map<string, number>()

  return {
    issue(grant: Grant): string {
      return `${grant.expires.toString(36)}-${grant.viewer}-${sign(grant)}`
    },
    /** Whether `text` permits `asset` at `now`. */
    permits(text: string, asset: number, now: number): boolean {
      const key = `${asset}/${text}`
      const expiry = known.get(key)
      if (expiry !== undefined) return now < expiry
      const match = text.match(/^([0-9a-z]{1,10})-([0-9a-zH]{1,14})-([\w-]{22})$/)
      if (!match) return false
      const [, expires36 = '', viewer = '', mac = ''] = match
      const expires = Number.parseInt(expires36, 36)
      const expected = Buffer.from(sign({ asset, viewer, expires }))
      if (!timingSafeEqual(expected, Buffer.from(mac))) return false
      if (known.size > 20_000) known.clear()
      known.set(key, expires)
      return now < expires
    },
  }
}

export type Grants = ReturnType<typeof createGrants>

const longest = 6 * 3_600_000

/** How long the address of a sold work holds, in ms: an evening. It is asked about again all the while. */
export const soldGrantLasts = 6 * 3_600_000

/**
 * When a grant for a free work made at `now` ends: between 6 and 12 hours ahead, on a common boundary, so that
 * all who ask within the same hours get the same address.
 */
export function sharedExpiry(now: number): number {
  return (Math.floor(now / longest) + 2) * longest
}
