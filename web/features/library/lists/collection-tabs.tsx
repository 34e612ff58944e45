import { listsPath, wishlistPath } from '#web/routing/account-paths.ts'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { listMessages as messages } from './messages.ko.ts'

/** The tabs of what a profile collects. */
export const CollectionTabs = ({ selected }: { selected: 'wishlist' | 'lists' }) => (
  <div className="mb-5">
    <NavTabs
      label={messages.kinds}
      tabs={[
        { key: 1, to: wishlistPath, title: messages.wishlist, selected: selected === 'wishlist' },
        { key: 2, to: listsPath, title: messages.title, selected: selected === 'lists' },
      ]}
    />
  </div>
)
