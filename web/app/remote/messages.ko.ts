export const remoteMessages = {
  label: '다른 기기에서 재생 중',
  on: (device: string) => (device ? `${device}에서 보고 있어요` : '다른 기기에서 보고 있어요'),
  back: '10초 뒤로',
  forward: '10초 앞으로',
  play: '재생',
  pause: '일시정지',
  next: '다음 화',
  captions: '자막 켜기·끄기',
  here: '여기서 이어보기',
  close: '닫기',
  failed: '기기에 보내지 못했어요. 잠시 뒤에 다시 눌러 주세요.',
} as const
