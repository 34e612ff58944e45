import faces from '../../../fonts/pretendard/pretendardvariable-dynamic-subset.css?url'
import { isVideoPath } from '#web/paths.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

export const fontSheet = faces

/**
 * Asks for Pretendard once the page is there and quiet: its stand-ins have the same widths, so the change
 * is hardly seen, and the pictures had the line to themselves. A phone has a good Korean face of its own, a
 * narrow line and a slow processor: it is asked for there with the second page, which is laid out anew
 * anyway, unless that is the player, where a film waits for the line. Readers who save data keep the stand-in, and so do
 * those on a slow line: there it would hold back pictures and films for seconds.
 */
export function useLateFont() {
  const { key, pathname } = useLocation()
  const [entered] = useState(key)
  const moved = key !== entered
  const film = isVideoPath(pathname)
  useEffect(() => {
    const { connection } = navigator as {
      connection?: { saveData: boolean; effectiveType: string }
    }
    if (connection && (connection.saveData || connection.effectiveType !== '4g')) return
    if (document.querySelector(`link[href="${faces}"]`)) return
    if ((!moved || film) && matchMedia('(pointer: coarse)').matches) return
    const ask = () => {
      const sheet = document.createElement('link')
      sheet.rel = 'stylesheet'
      sheet.href = faces
      document.head.append(sheet)
    }
    const whenQuiet = () =>
      'requestIdleCallback' in window
        ? requestIdleCallback(ask, { timeout: 3_000 })
        : setTimeout(ask, 200)
    if (document.readyState === 'complete') whenQuiet()
    else addEventListener('load', whenQuiet, { once: true })
    return () => removeEventListener('load', whenQuiet)
  }, [moved, film])
}
