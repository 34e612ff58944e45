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
              name: 'shell',
              test: /\/web\/(app\/(?!account-menu\.|point-balance|react-router-document|layouts\/mypage|.*\.route\.)|routing\/(paths|login-redirect|page-meta)|api\/(client|error-message|session-hint)|session\/(auth-store|messages)|lib\/(format|josa|site)|ui\/(messages|base|dialog|feedback)|features\/(catalog\/cards\/(?!card-skeletons|watch-progress)|account\/login\/open-login-dialog))|\/contract\/core\/(constants|images|endpoint)|vite\/preload-helper/,
            },
          ],
        },
      },
    },
  },
})
