import { useEffect } from 'react'

/**
 * Keeps `--keyboard` at the height a phone's keyboard covers. The keyboard lies over the page there, and what is
 * stuck to the page's foot would lie under it.
 */
export function useKeyboardHeight() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const root = document.documentElement
    const measure = () => {
      const covered = Math.round(innerHeight - view.height * view.scale - view.offsetTop)
      // Bars of the browser come and go by less; a page that is zoomed has no foot to stick to.
      if (covered > 120 && view.scale === 1) root.style.setProperty('--keyboard', `${covered}px`)
      else root.style.removeProperty('--keyboard')
    }
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      root.style.removeProperty('--keyboard')
    }
  }, [])
}
