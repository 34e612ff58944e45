export type FrameKind = 'standard' | 'logo' | 'none'

/**
 * Which header a path has: the logo alone where it starts with /accounts or /terms (specification, section 2);
 * none around the player, which is the whole screen, and the studio, which has its own; else the standard one.
 */
export function frameKind(pathname: string): FrameKind {
  if (pathname.startsWith('/accounts') || pathname.startsWith('/terms')) return 'logo'
  if (/^\/studio(\/|$)/.test(pathname)) return 'none'
  return /^\/video\/[^/]+\/?$/.test(pathname) ? 'none' : 'standard'
}
