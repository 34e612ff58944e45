import type Hls from 'hls.js'
import hlsUrl from 'hls.js/dist/hls.min.mjs?url'

// The file of hls.js is served as it is, under its own address: so the page can name it in a
// `modulepreload` before any script of ours runs, and no other route ever carries it.
export { hlsUrl }

let loading: Promise<typeof Hls> | undefined

/** Loads hls.js once; a failed load may be tried again. */
export function loadHls(): Promise<typeof Hls> {
  loading ??= (import(/* @vite-ignore */ hlsUrl) as Promise<{ default: typeof Hls }>).then(
    (file) => file.default,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}
