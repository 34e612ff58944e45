import { hourMs } from '#contract/core/seoul-time.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The audience of a media token (compare the JWT claim `aud`). `max_height` limits the renditions, as the shorter side in
 * pixels.
 *
 * - `public`: a free work. All viewers share one token.
 * - `preview`: the free preview of a sold work. All viewers share one token.
 * - `session`: one browser session; the token becomes invalid when the session ends.
 * - `studio`: a staff session with a second factor.
 */
export type MediaAudience =
  | { kind: 'public' }
  | { kind: 'preview'; max_height: number }
  | { kind: 'session'; session_id: number; max_height: number }
  | { kind: 'studio'; session_id: number }

/** Grants access to one asset for one audience until `expires` (Unix time in ms). */
export type MediaToken = { asset: number; audience: MediaAudience; expires: number }

export const publicAudience: MediaAudience = { kind: 'public' }

/** Encodes an audience for a token: `p`, `v720`, `s2bH1080` or, for the studio, `s2b`. */
export function formatAudience(audience: MediaAudience): string {
  if (audience.kind === 'public') return 'p'
  if (audience.kind === 'preview') return `v${audience.max_height}`
  const session = `s${audience.session_id.toString(36)}`
  return audience.kind === 'studio' ? session : `${session}H${audience.max_height}`
}

/** @returns undefined for text that `formatAudience` does not produce. */
export function parseAudience(text: string): MediaAudience | undefined {
  if (text === 'p') return publicAudience
  const preview = /^v([1-9]\d{0,3})$/.exec(text)?.[1]
  if (preview) return { kind: 'preview', max_height: Number(preview) }
  const [, id = '', height] = /^s([0-9a-z]{1,11})(?:H(\d{1,4}))?$/.exec(text) ?? []
  if (!id) return undefined
  const session_id = Number.parseInt(id, 36)
  return height === undefined
    ? { kind: 'studio', session_id }
    : { kind: 'session', session_id, max_height: Number(height) }
}

/**
 * The largest rendition without a plan, as the shorter side in pixels: of free works, for guests and members alike, and of
 * bought and rented episodes. Nothing higher is encoded unless a plan permits it.
 */
export const noPlanMaxHeight = 1080

/** The largest rendition of an audience, as the shorter side in pixels. Staff see all. */
export function audienceMaxHeight(audience: MediaAudience): number {
  if (audience.kind === 'studio') return Infinity
  return audience.kind === 'public' ? noPlanMaxHeight : audience.max_height
}

/** Derives the key by which caches verify media tokens. It signs no address of staff, and does not reveal `secret`. */
export const edgeKey = (secret: string): string =>
  createHmac('sha256', secret).update('media edge').digest('hex')

/**
 * Signs and verifies media tokens (decisions/0026-playback-rights). A token is `{expiry}-{audience}-{mac}` in a URL
 * `/media/{token}/{asset}/…`; the MAC is the first 16 bytes of HMAC-SHA-256 (RFC 2104) over asset, audience and expiry.
 * @param options.previous_secret signs nothing, and is still accepted: the secret is being replaced.
 * @param options.edge_urls origins of caches that verify tokens themselves.
 */
export function createMediaTokens(
  secret: string,
  options: { previous_secret?: string | undefined; edge_urls?: readonly string[] } = {},
) {
  const { previous_secret, edge_urls = [] } = options
  const signingKey = edge_urls.length > 0 ? edgeKey(secret) : secret
  const secrets = previous_secret === undefined ? [secret] : [secret, previous_secret]
  const edgeKeys = secrets.map(edgeKey)
  const sign = (key: string, asset: number, audience: string, expires: number) =>
    createHmac('sha256', key)
      .update(`${asset}|${audience}|${expires}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  /** Verified tokens by asset and text, so that a segment request costs a map lookup instead of an HMAC. */
  const verified = new Map<string, { audience: MediaAudience; expires: number }>()

  return {
    hasEdges: edge_urls.length > 0,
    /** The caches of an asset, the one that serves it first: each has a share of the films. */
    edgeUrlsOf(asset: number): readonly string[] {
      if (edge_urls.length < 2) return edge_urls
      const at = asset % edge_urls.length
      return [...edge_urls.slice(at), ...edge_urls.slice(0, at)]
    },
    sign({ asset, audience, expires }: MediaToken): string {
      const name = formatAudience(audience)
      const key = audience.kind === 'studio' ? secret : signingKey
      return `${expires.toString(36)}-${name}-${sign(key, asset, name, expires)}`
    },
    /** Returns the audience of a valid token for `asset` that has not expired at `now`; otherwise undefined. */
    verify(text: string, asset: number, now: number): MediaAudience | undefined {
      const cacheKey = `${asset}/${text}`
      const cached = verified.get(cacheKey)
      if (cached) return now < cached.expires ? cached.audience : undefined
      const match = /^([0-9a-z]{1,10})-([0-9a-zH]{1,14})-([\w-]{22})$/.exec(text)
      if (!match) return undefined
      const [, expires36 = '', name = '', mac = ''] = match
      const expires = Number.parseInt(expires36, 36)
      const audience = parseAudience(name)
      if (!audience) return undefined
      const keys = audience.kind === 'studio' ? secrets : [...secrets, ...edgeKeys]
      const isValid = keys.some((key) =>
        timingSafeEqual(Buffer.from(sign(key, asset, name, expires)), Buffer.from(mac)),
      )
      if (!isValid) return undefined
      if (verified.size > 20_000) verified.clear()
      verified.set(cacheKey, { audience, expires })
      return now < expires ? audience : undefined
    },
  }
}

export type MediaTokens = ReturnType<typeof createMediaTokens>

/** No token of any audience is valid for longer, in ms. Entitlement is checked again during playback. */
export const maxTokenTtlMs = 6 * hourMs

/**
 * Returns the expiry of a shared token: 5 to 6 hours after `now`, on the hour, so that requests within an hour get the
 * same URL.
 */
export const sharedTokenExpiry = (now: number): number =>
  Math.floor(now / hourMs) * hourMs + maxTokenTtlMs
