import { parseStartParam } from '#web/features/player/core/video-preload.ts'
import { useLocation, useSearchParams } from 'react-router'

/** The address of this video with the second that it opens at, for pages that return here. */
export function useReturnPath(): string {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const start = parseStartParam(search)
  return start === null ? pathname : `${pathname}?t=${start}`
}
