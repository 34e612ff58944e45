import { televisionSystems } from '#contract/core/constants.ts'
import { isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { ClientInfo } from '#server/api/request-context.ts'
import type { OriginSettings } from './origin-check.ts'

/** Returns address and device of a client, for the device list and rate limits. */
export function clientInfoOf(request: IncomingMessage, origins: OriginSettings): ClientInfo {
  return {
    address: clientAddress(request, origins),
    device: deviceOf(request.headers['user-agent'] ?? ''),
  }
}

/**
 * Returns the client's IP address. Each trusted proxy appends its peer to X-Forwarded-For, so the entry `trust_proxy`
 * places from the right is the client; entries further left are under the client's control.
 */
export function clientAddress(
  request: IncomingMessage,
  { trust_proxy }: Pick<OriginSettings, 'trust_proxy'>,
): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trust_proxy === 0) return peer
  const forwarded = request.headers['x-forwarded-for']
  // Node joins repeated headers; the array form exists only in the types.
  const hops = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? ''))
    .split(',')
    .map((hop) => hop.trim())
  const forwardedAddress = hops.at(-trust_proxy) ?? ''
  return isIP(forwardedAddress) === 0 ? peer : forwardedAddress
}

const loopback = {
  addresses: new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']),
  names: new Set(['localhost', '127.0.0.1', '[::1]']),
}

/**
 * Whether a request comes from this machine. The Host check stops DNS rebinding; the forwarding headers exclude
 * requests through a local proxy. A proxy that sends no forwarding header is indistinguishable from a local client.
 */
export function isLocalRequest({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>) {
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  if (!loopback.names.has(name) || headers['x-forwarded-for'] || headers['forwarded']) return false
  return loopback.addresses.has(socket.remoteAddress ?? '')
}

/** In-app browsers come first: KakaoTalk and Naver use the system web view and carry its name too. */
const browsers: readonly [RegExp, string][] = [
  [/KAKAOTALK/, 'KakaoTalk'],
  [/NAVER\(inapp/, 'Naver'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Whale\//, 'Whale'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  ...televisionSystems,
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns e.g. `Chrome · Windows`, or an empty string for an unknown user agent. */
function deviceOf(agent: string): string {
  const match = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(agent))?.[1]
  return [match(browsers), match(systems)].filter(Boolean).join(' · ')
}
