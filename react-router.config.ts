import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The routes of all pages are 6 KB, of which a page needs a tenth.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config
