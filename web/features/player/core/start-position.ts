import type { Video } from '#contract/contents/playback.ts'

/** The second that an address wants its film to begin at, as a spoken line that was found does (D-36): `t`, else null. */
export function parseStartParam(search: URLSearchParams): number | null {
  const text = search.get('t') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** Where the film begins: at the second that is wanted if it has it, else where it was left. */
export function startPosition(
  { duration, resume_at }: Pick<Video, 'duration' | 'resume_at'>,
  wanted: number | null,
): number {
  return wanted !== null && wanted < duration ? wanted : resume_at
}
