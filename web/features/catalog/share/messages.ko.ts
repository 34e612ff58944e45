import { formatTimecode } from '#web/lib/format.ts'

export const shareMessages = {
  share: '공유',
  title: '공유하기',
  address: '공유할 주소',
  from_second: (second: number) => `지금 장면부터 (${formatTimecode(second)})`,
  copy: '주소 복사',
  copied: '주소를 복사했어요. 보내고 싶은 곳에 붙여 넣어 주세요.',
  copy_failed: '복사하지 못했어요. 위의 주소를 직접 복사해 주세요.',
  send: '다른 앱으로 보내기',
  send_failed: '다른 앱을 열지 못했어요. 주소를 복사해 주세요.',
  qr: 'QR 코드',
  qr_hint: '휴대폰 카메라로 찍으면 바로 열려요.',
} as const
