const inSeoul = new Intl.DateTimeFormat('ko-KR', {
  timeZone: 'Asia/Seoul',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** Texts of the development outbox. */
export const outboxCopy = {
  title: '보낸 메일과 문자',
  about:
    '이 컴퓨터에서만 열리는 페이지예요. 메일 서버와 문자 서비스를 연결하면 실제로 보내고, 이 페이지는 사라져요.',
  authenticator: '시연 운영자의 인증 앱',
  authenticator_about:
    '스튜디오의 추가 인증에 이 코드를 입력해 주세요. 30초마다 바뀌어요. 이 컴퓨터에서만 열려요.',
  authenticator_reload: '새 코드 불러오기',
  authenticator_none: '시연 운영자에게 등록된 인증 앱이 없어요',
  empty: '아직 보낸 메일이나 문자가 없어요',
  empty_next: '가입하거나 비밀번호를 찾으면 여기에 바로 나타나요. 새로고침하지 않아도 돼요.',
  kinds: { mail: '메일', sms: '문자' },
  to: (recipient: string) => `받는 사람 ${recipient}`,
  at: (instant: string) => inSeoul.format(new Date(instant)),
  copy: (code: string) => `${code} 복사`,
  copied: '복사했어요',
  open: '링크 열기',
  email_body: '메일 보기',
  plain: '글로만 보기',
  email_title: (subject: string) => `메일 내용: ${subject}`,
  arrived: '새 메시지가 왔어요',
  lost: '서버와 연결이 끊겼어요. 다시 연결하고 있어요.',
}
