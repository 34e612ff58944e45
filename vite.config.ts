import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { holdNavigations } from './bin/app/hold-navigations.ts'
import { omitRouterInstrumentation } from './bin/app/omit-router-instrumentation.ts'
import { createShellTest } from './bin/app/shell-modules.ts'

const isInShell = createShellTest(import.meta.dirname)

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), omitRouterInstrumentation, holdNavigations],
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
              test: /node_modules\/(react|react-dom|react-router|scheduler)\/|web\/routing\/connection/,
            },
            // The parts of the query library that every page with a member's data needs, compressed together.
            {
              name: 'query',
              test: /@tanstack\/(?!.*(infiniteQueryObserver|useInfiniteQuery|[mM]utationObserver|useMutation|queriesObserver))/,
            },
            // One file for the modules that home shares with other pages, because each file costs a phone a round
            // trip. Modules that home does not use stay in the files of the pages that use them.
            { name: (id, graph) => (isInShell(id, graph) ? 'shell' : null), debugName: 'shell' },
          ],
        },
      },
    },
  },
})
