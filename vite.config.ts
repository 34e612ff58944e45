import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { hlsBuild } from './bin/app/hls-build.ts'
import { serviceWorkerBuild } from './bin/app/service-worker.ts'
import { createSharedFileGroups } from './bin/app/shared-files.ts'

export default defineConfig({
  plugins: [hlsBuild, tailwindcss(), reactRouter(), serviceWorkerBuild],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Its figures are not shown, and compressing every file for them takes 2 s of CPU.
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
            },
            // The parts of the query library that every page with a member's data needs, compressed together.
            {
              name: 'query',
              test: /@tanstack\/(?!.*(infiniteQueryObserver|useInfiniteQuery|[mM]utationObserver|useMutation|queriesObserver))/,
            },
            // Else a shared file would take it along for pages that use nothing else of that file.
            { name: 'storage', test: /node_modules\/zustand\/.*middleware/ },
            ...createSharedFileGroups(import.meta.dirname),
          ],
        },
      },
    },
  },
})
