import { isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { ClientInfo } from '#server/api/request-context.ts'
import type { OriginSettings } from './origin-check.ts'

/** Where a request comes from, as a member's list of devices and our limits name it. */
export function clientInfoOf(request: IncomingMessage, origins: OriginSettings): ClientInfo {
  return {
    address: clientAddress(request, origins),
    device: deviceOf(request.headers['user-agent'] ?? ''),
  }
}

/**
 * The IP address a request comes from. Behind proxies it is what the outermost of ours heard: each adds its caller
 * to the right of X-Forwarded-For, and what stands further left anybody may have written.
 */
export function clientAddress(
  request: IncomingMessage,
  { trust_proxy }: Pick<OriginSettings, 'trust_proxy'>,
): string {
  const near = request.socket.remoteAddress ?? ''
  if (trust_proxy === 0) return near
  const forwarded = request.headers['x-forwarded-for']
  // One line of several is joined by Node; the list is what types allow.
  const hops = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? ''))
    .split(',')
    .map((hop) => hop.trim())
  const heard = hops.at(-trust_proxy) ?? ''
  return isIP(heard) === 0 ? near : heard
}

const loopback = {
  addresses: new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']),
  names: new Set(['localhost', '127.0.0.1', '[::1]']),
}

/**
 * Whether a request is of this machine, as far as it says: a proxy on it serves the world, and a page from elsewhere may
 * give its own name our address (DNS rebinding). A proxy that says nothing of whom it heard looks the same.
 */
export function isLocalRequest({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>) {
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  if (!loopback.names.has(name) || headers['x-forwarded-for'] || headers['forwarded']) return false
  return loopback.addresses.has(socket.remoteAddress ?? '')
}

/** What stands within others comes first: KakaoTalk and Naver show pages in a browser of the phone. */
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
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** `Chrome · Windows`; empty where the browser does not say. */
function deviceOf(agent: string): string {
  const named = (list: readonly [RegExp, string][]) => list.find(([mark]) => mark.test(agent))?.[1]
  return [named(browsers), named(systems)].filter(Boolean).join(' · ')
}
