import { type ComponentType, useEffect, useState } from 'react'
import { serviceWorker } from './held-navigation.ts'

/** Registers the service worker and loads the banner when the page is idle, so that a first visit is not heavier. */
export function OfflineSupport({ isPlayer }: { isPlayer: boolean }) {
  const [loaded, setLoaded] = useState<{ OfflineBanner: ComponentType<{ isPlayer: boolean }> }>()
  useEffect(() => {
    const load = async () => {
      setLoaded(await import('./offline-banner.tsx'))
      if (!serviceWorker || !import.meta.env.PROD) return
      const { registerWorker } = await import('./register-worker.ts')
      await registerWorker(serviceWorker)
    }
    const start = () => void load().catch(() => {})
    const startWhenIdle = () =>
      'requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start, 2_000)
    if (document.readyState === 'complete') startWhenIdle()
    else addEventListener('load', startWhenIdle, { once: true })
    return () => removeEventListener('load', startWhenIdle)
  }, [])
  return loaded && <loaded.OfflineBanner isPlayer={isPlayer} />
}
