import { isVideoPath } from '#web/routing/paths.ts'

export type LayoutKind = 'standard' | 'logo_only' | 'player' | 'studio'

/**
 * Which header a path has: the logo alone where it starts with /accounts or /terms (specification, section 2);
 * none around a film, which is the whole screen, and the studio, which has its own; else the standard one.
 */
export function layoutKindOf(pathname: string): LayoutKind {
  if (pathname.startsWith('/accounts') || pathname.startsWith('/terms')) return 'logo_only'
  if (/^\/studio(\/|$)/.test(pathname)) return 'studio'
  return isVideoPath(pathname) ? 'player' : 'standard'
}
