/** Verification and set-up of the second factor. */
export const secondFactorMessages = {
  title: '추가 인증',
  detail: '비밀번호 말고 한 가지를 더 확인해요. 이 브라우저에서는 12시간 동안 다시 묻지 않아요.',
  code: '인증 앱의 코드 6자리',
  code_hint: (left: number) =>
    left > 0
      ? `휴대폰이 없다면 복구 코드를 입력해도 돼요. ${left}개 남았어요.`
      : '인증 앱에 보이는 여섯 자리 코드를 입력해 주세요. 남은 복구 코드는 없어요.',
  confirm: '확인',
  lost: '인증 앱도 복구 코드도 쓸 수 없나요?',
  lost_detail:
    '서버를 관리하는 운영자에게 추가 인증 초기화를 부탁해 주세요. 초기화하면 인증 앱을 새로 등록할 수 있고, 한 일은 활동 기록에 남아요.',
  by_passkey: '패스키로 확인',
  or: '또는',
  change_title: '추가 인증이 필요해요',
  change_detail:
    '스튜디오를 쓰는 계정이에요. 패스키나 인증 앱을 추가하거나 지우기 전에 한 번 더 확인해요.',
  cancel: '취소',
  passkey_failed: '패스키를 확인하지 못했어요. 다시 시도해 주세요.',
  new_title: '추가 인증을 먼저 설정해 주세요',
  new_detail:
    '스튜디오에서는 회원과 결제를 다루기 때문에 비밀번호만으로는 들어올 수 없어요. 휴대폰 인증 앱을 등록하면 바로 시작할 수 있어요.',
  begin: '인증 앱 등록하기',
  use_passkey: '패스키를 쓰고 싶다면 프로필에서 먼저 추가해 주세요.',
  password: '비밀번호',
  password_hint: '로그인한 지 10분이 지나서 한 번 더 확인해요.',
  password_wrong: '비밀번호가 달라요. 다시 입력해 주세요.',
  steps: ['인증 앱 등록', '복구 코드 보관'],
  scan: '인증 앱으로 QR 코드를 찍어 주세요',
  scan_detail:
    'Google Authenticator, Microsoft Authenticator, 1Password처럼 30초마다 코드가 바뀌는 앱이면 돼요.',
  qr: '인증 앱에 등록할 QR 코드',
  secret: '카메라를 쓸 수 없다면 이 키를 직접 입력해 주세요',
  first_code: '앱에 나온 코드 6자리',
  finish: '등록 마치기',
  codes_title: '복구 코드를 보관해 주세요',
  codes_detail:
    '휴대폰을 잃어버렸을 때 코드 대신 쓸 수 있어요. 한 개는 한 번만 쓸 수 있고, 지금만 볼 수 있어요.',
  codes: '복구 코드',
  copy: '모두 복사',
  copied: '복구 코드를 복사했어요',
  copy_failed: '복사하지 못했어요. 파일로 받거나 직접 적어 주세요.',
  download: '파일로 받기',
  file: '스튜디오-복구-코드.txt',
  codes_kept: '보관했어요, 들어갈게요',
} as const
