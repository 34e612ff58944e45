import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The sitemap is small: all of it comes with the first page, so no page asks for routes later.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
