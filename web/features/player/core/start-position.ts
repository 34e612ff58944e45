import type { Video } from '#contract/contents/playback.ts'

/** Parses the start second from `t`, as links to search results carry it (D-36). */
export function parseStartParam(search: URLSearchParams): number | null {
  const text = search.get('t') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** Returns the requested second if the video has it, else the position where the member left off. */
export function startPosition(
  { duration, resume_at }: Pick<Video, 'duration' | 'resume_at'>,
  requested: number | null,
): number {
  return requested !== null && requested < duration ? requested : resume_at
}
