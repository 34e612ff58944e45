import { studio_catalogue, type StudioWork, type WorkFields } from '#contract/studio/catalogue.ts'
import { call } from '#web/api/client.ts'
import { usePageActions } from '#web/features/studio/palette/palette-store.ts'
import { RescheduleForm } from '#web/features/studio/schedule/reschedule-form.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { studioPreviewPath } from '#web/routing/studio-paths.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useNavigate } from 'react-router'
import { studioCatalogMessages } from './messages.ko.ts'
import { useTitleMutation } from './queries.ts'

const { actions, tabs, preview, published, hidden } = studioCatalogMessages.work

/** Offers in the command palette what the editor of a title does: publish, hide, schedule, preview and its tabs. */
export function useTitlePageActions({ id, version, state, publish_at, is_series }: StudioWork) {
  const navigate = useNavigate()
  const change = useTitleMutation(
    (changes: Partial<WorkFields>) =>
      call(studio_catalogue.updateWork, { params: { id }, body: { version, changes } }),
    {
      invalidates: [studioKeys.schedule()],
      toast: ({ is_unpublished }) => (is_unpublished ? hidden : published),
    },
  )
  const isWaiting = state === 'scheduled'
  const canPublish = state === 'hidden' || isWaiting
  usePageActions([
    ...(canPublish
      ? [
          {
            ...{ key: 'publish', title: actions.publish, icon: 'eye' as const },
            run: () =>
              change.submit({ is_unpublished: false, ...(isWaiting && { publish_at: null }) }),
          },
          {
            ...{ key: 'schedule', title: actions.schedule, icon: 'calendar' as const },
            run: () => openScheduleDialog({ id, version, publish_at }),
          },
        ]
      : []),
    ...(state === 'hidden'
      ? []
      : [
          {
            ...{ key: 'hide', title: actions.hide, icon: 'lock' as const },
            run: () => change.submit({ is_unpublished: true }),
          },
        ]),
    { key: 'preview', title: preview, run: () => void navigate(studioPreviewPath(id)) },
    {
      ...{ key: 'episodes', title: is_series ? tabs.episodes : tabs.film },
      run: () => void navigate('?tab=episodes'),
    },
    { key: 'history', title: tabs.history, run: () => void navigate('?tab=history') },
  ])
}

function openScheduleDialog({
  id,
  version,
  publish_at,
}: Pick<StudioWork, 'id' | 'version' | 'publish_at'>) {
  void dialogs.open({ label: actions.schedule_title }, (close) => (
    <DialogBody title={actions.schedule_title} onClose={() => close()}>
      <MemberQueryProvider>
        <RescheduleForm
          item={{ kind: 'work', event: 'opens', id, version, isShown: true }}
          at={publish_at}
          onDone={() => close()}
        />
      </MemberQueryProvider>
    </DialogBody>
  ))
}
