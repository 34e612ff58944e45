import { categoriesPath } from '#web/routing/paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { dialogs, type DialogOptions } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { PageSpinner } from '#web/ui/feedback/loading-overlay.tsx'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { ToastCard } from '#web/ui/feedback/toast-region.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { showcaseMessages } from './messages.ko.ts'
import {
  noop,
  ShowcaseRow,
  type ShowcaseComponents,
  optional,
  required,
  type PropsOf,
} from './showcase-kit.tsx'

const feedbackProps = {
  page_spinner: {
    label: optional('string', '불러오고 있어요', '읽어 주는 이름이에요.'),
  } satisfies PropsOf<typeof PageSpinner>,
  empty_state: {
    icon: required('IconName', '위의 그림이에요.'),
    title: required('string', '무엇이 없는지예요.'),
    children: optional('ReactNode', null, '무엇을 하면 생기는지예요.'),
    actions: optional('ReactNode', null, '다음에 할 일이에요.'),
    heading: optional('h1 | h2 | h3', 'h2', '제목의 단계예요.'),
  } satisfies PropsOf<typeof EmptyState>,
  error_state: {
    title: optional('string', '내용을 불러오지 못했어요', '무엇이 안 됐는지예요.'),
    detail: optional('string', '잠시 후 다시 시도해 주세요.', '무엇을 하면 되는지예요.'),
    onRetry: optional('() => void', null, '다시 시도할 때 불러요. 없으면 단추가 없어요.'),
    isRetrying: optional('boolean', 'false', '다시 불러오는 중인지예요.'),
  } satisfies PropsOf<typeof ErrorState>,
  dialog_body: {
    title: required('string', '대화 상자의 제목이에요.'),
    children: optional('ReactNode', null, '내용이에요.'),
    actions: optional('ReactNode', null, '아래의 단추예요.'),
    onClose: optional('() => void', null, '닫기 단추를 더해요.'),
  } satisfies PropsOf<typeof DialogBody>,
  toast_card: {
    toast: required('Toast', '글자와 종류, 할 일이에요.'),
    autoDismiss: optional('boolean', 'true', '6초 뒤에 저절로 사라져요.'),
  } satisfies PropsOf<typeof ToastCard>,
}

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
      id: -1,
      text: showcaseMessages.toasts[tone],
      tone,
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
        <div className="max-w-md rounded-sheet bg-surface shadow-float">
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
