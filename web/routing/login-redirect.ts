import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { loginPath } from './paths.ts'

/** An origin that is nobody's: what leaves it was not relative. */
const here = 'http://here.invalid'
const longest = 2_000

/**
 * Where somebody was going, as the address of the login page says it (D-13), or null. Anybody can write that
 * address into a link, so only a path within this site is taken, whatever tricks a browser's reading of addresses
 * allows: other schemes and hosts, backslashes that count as slashes, dots that collapse into `//`.
 */
export function parseRedirectPath(raw: string | null | undefined): string | null {
  if (!raw || raw.length > longest) return null
  if (!raw.startsWith('/') || /^\/[/\\]/.test(raw)) return null
  // A browser drops tabs and line ends before it reads; nothing of ours has any, nor a backslash.
  if (/[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(raw)) return null
  if (!URL.canParse(raw, here)) return null
  const url = new URL(raw, here)
  if (url.origin !== here || url.pathname.startsWith('//')) return null
  // Back to where one is asked to sign in is nowhere.
  if (/^\/accounts\/login\/?$/.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** The login page, from which one comes back to `next`. */
export function loginPathFor(next: string): string {
  return withRedirect(loginPath, next)
}

/** Hands on to another page where somebody was going. */
export function withRedirect(path: string, next: string | null): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}

const never = () => () => {}

/** Where somebody was going, from the address of this page. The server's page is the same for everybody: null. */
export function useRedirectPath(): string | null {
  const [params] = useSearchParams()
  const next = parseRedirectPath(params.get('next'))
  return useSyncExternalStore(
    never,
    () => next,
    () => null,
  )
}
