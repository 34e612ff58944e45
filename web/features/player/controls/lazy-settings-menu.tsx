import type { Video } from '#contract/contents/playback.ts'
import { lazyOrNothing } from '#web/ui/base/lazy-or-nothing.tsx'
import { Suspense } from 'react'

const Menu = lazyOrNothing(() =>
  import('./settings-menu.tsx').then(({ SettingsMenu }) => SettingsMenu),
)

/** Loaded after the first bytes of the film. */
export function SettingsMenu({ video }: { video: Video }) {
  return (
    <Suspense>
      <Menu video={video} />
    </Suspense>
  )
}
