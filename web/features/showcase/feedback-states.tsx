import { categoriesPath } from '#web/routing/paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { dialogs, type DialogOptions } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { PageSpinner } from '#web/ui/feedback/loading-overlay.tsx'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { ToastCard } from '#web/ui/feedback/toast-region.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { feedbackProps } from './feedback-props.ko.ts'
import { showcaseMessages } from './messages.ko.ts'
import { noop, ShowcaseRow, type ShowcaseComponents } from './showcase-kit.tsx'

function openDialog(options: Partial<DialogOptions> = {}, isNested = false) {
  void dialogs.open<boolean>({ label: showcaseMessages.dialog_title, ...options }, (close) => (
    <DialogBody
      title={isNested ? showcaseMessages.dialog_nested : showcaseMessages.dialog_title}
      onClose={() => close()}
      actions={
        <>
          <Button onClick={() => close(false)}>{showcaseMessages.dialog_cancel}</Button>
          {options.label === undefined && !isNested && (
            <Button variant="outline" onClick={() => openDialog({}, true)}>
              {showcaseMessages.open_nested}
            </Button>
          )}
          <Button variant="primary" onClick={() => close(true)}>
            {showcaseMessages.dialog_confirm}
          </Button>
        </>
      }
    >
      {showcaseMessages.dialog_body}
    </DialogBody>
  ))
}

function openTwoDialogs() {
  openDialog()
  openDialog({}, true)
}

const showSpinner = () =>
  void loadingTracker.track(new Promise((resolve) => setTimeout(resolve, 2_000)))

const toastButton = (tone: 'info' | 'success' | 'danger') => (
  <Button variant="outline" onClick={() => void toasts.show(showcaseMessages.toasts[tone], tone)}>
    {showcaseMessages.toasts[tone]}
  </Button>
)

const toastCard = (tone: 'info' | 'success' | 'danger', action?: string) => (
  <ToastCard
    toast={{
      ...{ id: -1, text: showcaseMessages.toasts[tone], tone },
      ...(action && { action: { label: action, run: noop } }),
    }}
    autoDismiss={false}
  />
)

/** Empty and failed screens, dialogs, toasts and the loading overlay. */
export const feedbackStates: ShowcaseComponents = {
  'page-spinner': {
    section: 'skeletons',
    title: 'PageSpinner',
    props: feedbackProps.page_spinner,
    states: { default: <PageSpinner /> },
  },
  'empty-state': {
    section: 'states',
    title: 'EmptyState',
    props: feedbackProps.empty_state,
    states: {
      action: (
        <EmptyState
          icon="bookmark"
          title={showcaseMessages.empty}
          heading="h3"
          actions={
            <ButtonLink to={categoriesPath} variant="primary">
              {showcaseMessages.empty_action}
            </ButtonLink>
          }
        >
          {showcaseMessages.empty_detail}
        </EmptyState>
      ),
      title: <EmptyState icon="search" title={showcaseMessages.empty} heading="h3" />,
    },
  },
  'error-state': {
    section: 'states',
    title: 'ErrorState',
    props: feedbackProps.error_state,
    states: {
      retry: <ErrorState onRetry={() => void toasts.show(showcaseMessages.toasts.info)} />,
      retrying: <ErrorState onRetry={noop} isRetrying />,
    },
  },
  dialog: {
    section: 'dialogs',
    title: 'DialogBody',
    props: feedbackProps.dialog_body,
    states: {
      open: (
        <ShowcaseRow>
          <Button onClick={() => openDialog()}>{showcaseMessages.open_dialog}</Button>
          <Button onClick={() => openDialog({ dismissible: false })}>
            {showcaseMessages.open_not_dismissible}
          </Button>
          <Button onClick={() => openDialog({ transparent: true })}>
            {showcaseMessages.open_transparent}
          </Button>
          <Button onClick={openTwoDialogs}>{showcaseMessages.open_stack}</Button>
        </ShowcaseRow>
      ),
      body: (
        <div className="max-w-md rounded-2xl bg-surface shadow-float">
          <DialogBody
            title={showcaseMessages.dialog_title}
            onClose={noop}
            actions={
              <>
                <Button>{showcaseMessages.dialog_cancel}</Button>
                <Button variant="primary">{showcaseMessages.dialog_confirm}</Button>
              </>
            }
          >
            {showcaseMessages.dialog_body}
          </DialogBody>
        </div>
      ),
    },
  },
  toast: {
    section: 'dialogs',
    title: 'ToastCard',
    props: feedbackProps.toast_card,
    states: {
      show: (
        <ShowcaseRow>
          {toastButton('info')}
          {toastButton('success')}
          {toastButton('danger')}
        </ShowcaseRow>
      ),
      info: toastCard('info'),
      success: toastCard('success'),
      danger: toastCard('danger'),
      action: toastCard('success', showcaseMessages.dialog_cancel),
    },
  },
  'loading-overlay': {
    section: 'dialogs',
    title: 'LoadingOverlay',
    props: null,
    states: {
      open: (
        <Button icon="clock" onClick={showSpinner}>
          {showcaseMessages.open_spinner}
        </Button>
      ),
    },
  },
}
