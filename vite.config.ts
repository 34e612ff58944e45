import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Its figures are not shown, and compressing every file for them takes 2 s of CPU.
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page has in common comes in two files, not in thirty: on a phone each is a round trip.
            // What few pages have stays with those.
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
            {
              name: 'house',
              test: /\/web\/(ui\/(?!area-frame|asked-field|fold|marked|retry-line|tabs|field|code-|password-|countdown|steps|pagination|rating-input|skeleton|outcome|facts|here-in-view|like-button|more-below|first-focus|purchase-consents|endless-list)|features\/(frame|login\/(member-corner|member-face|startup-check|open-login))|data\/(auth|client|session-marker)|copy\/(frame|session|badges|cards|controls|errors|format)|paths|next-path|page-meta)|\/contract\/(fixed|images|endpoint)|vite\/preload-helper/,
            },
          ],
        },
      },
    },
  },
})
