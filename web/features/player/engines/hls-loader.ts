import type Hls from 'hls.js'
import hlsUrl from 'virtual:hls?url'

// hls.js, with the parts that bin/app/hls-build.ts lists, is served as a separate file, so that the page can list it as
// `modulepreload` and no other route loads it.
export { hlsUrl }

let loading: Promise<typeof Hls> | undefined

/** Loads hls.js once; a failed load can be retried. */
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
