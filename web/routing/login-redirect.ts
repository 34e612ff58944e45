import { useHydrated } from '#web/lib/use-hydrated.ts'
import { useSearchParams } from 'react-router'

/** A reserved origin: a URL that resolves to another one was not relative. */
const baseOrigin = 'http://here.invalid'
const maxLength = 2_000

/**
 * Validates the `next` parameter of the login page. Links can contain any value, so it accepts only paths of this
 * site and rejects other schemes and hosts, backslashes, which browsers treat as slashes, and dots that collapse into `//`.
 * @returns the normalized path, or null.
 */
export function parseRedirectPath(raw: string | null | undefined): string | null {
  if (!raw || raw.length > maxLength) return null
  if (!raw.startsWith('/') || /^\/[/\\]/.test(raw)) return null
  // Browsers drop tabs and line ends while parsing.
  if (/[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(raw)) return null
  if (!URL.canParse(raw, baseOrigin)) return null
  const url = new URL(raw, baseOrigin)
  if (url.origin !== baseOrigin || url.pathname.startsWith('//')) return null
  // Avoids a redirect loop.
  if (/^\/accounts\/login\/?$/.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** Returns the validated `next` parameter of the current URL; null during server rendering, since pages are cached. */
export function useRedirectPath(): string | null {
  const [params] = useSearchParams()
  return useHydrated() ? parseRedirectPath(params.get('next')) : null
}
