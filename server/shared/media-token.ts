import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The audience of a media address, which decides how far it reaches. `max_height` is the best picture as its shorter side
 * in pixels (D-50).
 *
 * - `public`: a free work that anyone may watch. One address serves all.
 * - `preview`: the free beginning of a sold work (D-42), for anyone. One address serves all.
 * - `session`: one browser session, with whose end the address ends.
 * - `studio`: a staff session with a second factor (D-80).
 */
export type MediaAudience =
  | { kind: 'public' }
  | { kind: 'preview'; max_height: number }
  | { kind: 'session'; session_id: number; max_height: number }
  | { kind: 'studio'; session_id: number }

/** What a media address permits: one asset, for one audience, until `expires` (ms since 1970). */
export type MediaToken = { asset: number; audience: MediaAudience; expires: number }

export const publicAudience: MediaAudience = { kind: 'public' }

/** Writes an audience as it stands in a token: `p`, `v720`, `s2bH1080` or, for the studio, `s2b`. */
export function formatAudience(audience: MediaAudience): string {
  if (audience.kind === 'public') return 'p'
  if (audience.kind === 'preview') return `v${audience.max_height}`
  const session = `s${audience.session_id.toString(36)}`
  return audience.kind === 'studio' ? session : `${session}H${audience.max_height}`
}

/** @returns undefined for what `formatAudience` never writes. */
export function parseAudience(text: string): MediaAudience | undefined {
  if (text === 'p') return publicAudience
  const preview = /^v([1-9]\d{0,3})$/.exec(text)?.[1]
  if (preview) return { kind: 'preview', max_height: Number(preview) }
  const [, id = '', height] = /^s([0-9a-z]{1,7})(?:H(\d{1,4}))?$/.exec(text) ?? []
  if (!id) return undefined
  const session_id = Number.parseInt(id, 36)
  return height === undefined
    ? { kind: 'studio', session_id }
    : { kind: 'session', session_id, max_height: Number(height) }
}

/** The best picture that an audience may load. */
export const audienceMaxHeight = (audience: MediaAudience): number =>
  'max_height' in audience ? audience.max_height : Infinity

/**
 * Signs and verifies media addresses (D-41). A grant is `{expiry}-{audience}-{mac}` in an address
 * `/media/{grant}/{asset}/…`; the mac is the first 16 bytes of HMAC-SHA-256 (RFC 2104) over asset, audience
 * and expiry.
 */
export function createMediaTokens(secret: string) {
  const sign = (asset: number, audience: string, expires: number) =>
    createHmac('sha256', secret)
      .update(`${asset}|${audience}|${expires}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  /** Verified grants by asset and text, so that a segment costs a map lookup and not a hash. */
  const known = new Map<string, { audience: MediaAudience; expires: number }>()

  return {
    sign({ asset, audience, expires }: MediaToken): string {
      const name = formatAudience(audience)
      return `${expires.toString(36)}-${name}-${sign(asset, name, expires)}`
    },
    /** Returns the audience of a grant that is ours, is for `asset` and has not expired at `now`; else undefined. */
    verify(text: string, asset: number, now: number): MediaAudience | undefined {
      const key = `${asset}/${text}`
      const before = known.get(key)
      if (before) return now < before.expires ? before.audience : undefined
      const match = /^([0-9a-z]{1,10})-([0-9a-zH]{1,14})-([\w-]{22})$/.exec(text)
      if (!match) return undefined
      const [, expires36 = '', name = '', mac = ''] = match
      const expires = Number.parseInt(expires36, 36)
      const expected = Buffer.from(sign(asset, name, expires))
      if (!timingSafeEqual(expected, Buffer.from(mac))) return undefined
      const audience = parseAudience(name)
      if (!audience) return undefined
      if (known.size > 20_000) known.clear()
      known.set(key, { audience, expires })
      return now < expires ? audience : undefined
    },
  }
}

export type MediaTokens = ReturnType<typeof createMediaTokens>

const longest = 6 * 3_600_000

/** How long the address of a session holds, in ms: an evening. The session's right is checked again all the while. */
export const paidTokenTtlMs = 6 * 3_600_000

/**
 * When a shared grant made at `now` ends: between 6 and 12 hours ahead, on a common boundary, so that requests of the same
 * hours get the same address.
 */
export function sharedTokenExpiry(now: number): number {
  return (Math.floor(now / longest) + 2) * longest
}
