import faces from 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?url'
import { useEffect } from 'react'

export const fontSheet = faces

/**
 * Asks for Pretendard once the page is there and quiet: its stand-ins have the same widths, so the change
 * is hardly seen, and the pictures had the line to themselves. Readers who save data keep the stand-in.
 */
export function useLateFont() {
  useEffect(() => {
    const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData
    if (saving || document.querySelector(`link[href="${faces}"]`)) return
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
  }, [])
}
