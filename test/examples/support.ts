import type { Examples } from './example.ts'

/** Examples of FAQs, inquiries, announcements and notifications. */
export const support = {
  'customer_services.listSubjects': { path: '/api/customer-services/subjects/' },
  'customer_services.listFaqs': {
    path: '/api/customer-services/faqs/?q=%ED%99%98%EB%B6%88&limit=6&offset=0',
  },
  'customer_services.readFaq': { path: '/api/customer-services/faqs/1/' },
  'customer_services.createInquiry': {
    path: '/api/customer-services/inquiries/me/',
    init: { body: inquiryForm() },
  },
  'customer_services.listInquiries': {
    path: '/api/customer-services/inquiries/me/?offset=0&limit=0',
  },
  'customer_services.deleteInquiry': {
    path: '/api/customer-services/inquiries/2147483647/',
    refused: 'not_found',
  },
  'customer_services.readAttachment': {
    path: '/api/customer-services/inquiries/2147483647/attachment/',
    refused: 'not_found',
  },
  'customer_services.listOpenInquiries': { path: '/api/customer-services/inquiries/' },
  'customer_services.answerInquiry': {
    path: '/api/customer-services/inquiries/2147483647/answer/',
    body: { answer: '확인해 보니 결제가 한 번만 됐어요.' },
    refused: 'not_found',
  },
  'customer_services.listAnnouncements': { path: '/api/customer-services/announcements/' },
  'customer_services.readAnnouncement': { path: '/api/customer-services/announcements/1/' },
  'notifications.listNotifications': { path: '/api/notifications/me/?limit=20&before_id=1' },
  'notifications.markNotificationsRead': {
    path: '/api/notifications/me/',
    body: { id: 7, is_up_to: true },
  },
  'notifications.readPushState': { path: '/api/notifications/push/me/' },
  'notifications.subscribeToPush': {
    path: '/api/notifications/push/me/',
    body: {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/example',
      keys: {
        p256dh:
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  },
  'notifications.unsubscribeFromPush': { path: '/api/notifications/push/me/' },
  'notifications.readNotificationSettings': { path: '/api/notifications/settings/me/' },
  'notifications.updateNotificationSettings': {
    path: '/api/notifications/settings/me/',
    body: {
      change: { kind: 'inquiry_answered', channel: 'email', is_on: false },
      quiet_hours: { from: 22, to: 8 },
    },
  },
} satisfies Examples

/** An inquiry form with a file, as a browser sends it. */
export function inquiryForm(): FormData {
  const form = new FormData()
  form.append('subject_id', '2')
  form.append('title', '결제가 두 번 됐어요')
  form.append('context', '<b>9월</b> 이용권이\n두 번 결제됐어요.')
  form.append('attachment_file', new File(['영수증이에요'], '영수증.txt'))
  return form
}
