import type { Engine, EngineOptions } from './engine-types.ts'

import { createHlsEngine } from './hls-engine.ts'
import { loadHls } from './hls-loader.ts'
import { createNativeEngine } from './native-engine.ts'
import { hasMediaSource, supportsNativeHls } from './hls-source.ts'

/** Starts hls.js where supported, because it requests keys only when they are due, else the browser's native HLS. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  if (hasMediaSource()) {
    const Hls = await loadHls()
    if (Hls.isSupported()) return createHlsEngine(Hls, options)
  }
  if (supportsNativeHls()) return createNativeEngine(options)
  options.state.setState({ error: 'unsupported' })
  return { load: () => {}, seek: () => {}, setQuality: () => {}, destroy: () => {} }
}
