import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDetails } from '../lib/detailsApi';
import { useAppDispatch, useAppSelector } from '../lib/hooks';
import { interruptedResumed } from '../lib/session';
import { resumeInterrupted } from '../pages/storefront/use-product-actions';

/** Finishes, after a login, the click that had to wait for it (decisions 20, 39). */
export function ResumeInterrupted() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const interrupted = useAppSelector((state) => state.session.interrupted);
  const { data: details } = useDetails(); // whether it is listed already must be known first

  useEffect(() => {
    if (!interrupted || !details) return;
    dispatch(interruptedResumed());
    if (interrupted.kind === 'go') void navigate(interrupted.to);
    else void resumeInterrupted(interrupted, dispatch);
  }, [interrupted, details, dispatch, navigate]);

  return null;
}
