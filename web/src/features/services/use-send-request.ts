import type { Service } from '@shop/contracts/constants';
import { errorText, isApiError } from '../../lib/api';
import { useBotToken } from '../../lib/botCheck';
import { useAppDispatch } from '../../lib/hooks';
import { loginRequested } from '../../lib/session';
import { toast } from '../../lib/toast';
import { useRequestServiceMutation, type ServiceForm } from './servicesApi';
import { LOGIN_FIRST } from './use-requested-service';

/** Sends a request and says how it went (spec 1 §8); what was typed stays until it has arrived. */
export function useSendRequest(service: Service, onSent: () => void) {
  const dispatch = useAppDispatch();
  const botToken = useBotToken();
  const [send] = useRequestServiceMutation();

  return async (form: ServiceForm) => {
    const { data, error } = await send({ service, form: { ...form, recaptchaToken: await botToken('submit_form') } });
    if (data) {
      toast.success(data.message);
      onSent();
    } else if (isApiError(error) && error.status === 401) {
      // the session has ended meanwhile: the login opens above the form, which is sent after it
      toast.info(LOGIN_FIRST);
      dispatch(loginRequested());
    } else toast.error(errorText(error, 'Error submitting your request. Please try again.'));
  };
}
