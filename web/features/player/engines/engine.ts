import type { Engine, EngineOptions } from './engine-types.ts'

import { createHlsEngine } from './hls-engine.ts'
import { loadHls } from './hls-loader.ts'
import { createNativeEngine } from './native-engine.ts'
import { hasMediaSource, supportsNativeHls } from './hls-source.ts'

/** hls.js wherever it runs, because it requests keys when they are due; else the browser's own HLS. */
export async function startEngine(needs: EngineOptions): Promise<Engine> {
  if (hasMediaSource()) {
    const Hls = await loadHls()
    if (Hls.isSupported()) return createHlsEngine(Hls, needs)
  }
  if (supportsNativeHls()) return createNativeEngine(needs)
  needs.facts.set({ failure: 'unsupported' })
  return { load: () => {}, seek: () => {}, choose: () => {}, destroy: () => {} }
}
