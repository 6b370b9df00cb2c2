import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { AppSection } from './AppSection';
import { PasskeySection } from './PasskeySection';
import { RecoverySection } from './RecoverySection';
import { useSecondFactorQuery } from '../../api/second-factor-api';
import styles from './Security.module.css';
import { SessionSection } from './SessionSection';

export function Security() {
  const factors = useSecondFactorQuery();
  return (
    <div className={styles.security}>
      <Query of={factors} skeleton={<Skeleton height="240px" />} errorText="Error loading your security settings.">
        {(data) => (
          <>
            <AppSection on={data.app} />
            <PasskeySection passkeys={data.passkeys} />
            {(data.app || data.passkeys.length > 0) && <RecoverySection left={data.recoveryCodesLeft} />}
          </>
        )}
      </Query>
      <SessionSection />
    </div>
  );
}
