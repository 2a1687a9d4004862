import { t } from '@lingui/core/macro';
import { type Role, roles } from '#contract/roles.ts';
import { roleLabels, roleWords } from './role-words.ts';

interface RoleChoiceProps {
  role: Role;
  onRole: (role: Role) => void;
}

/** Radio buttons for the roles, each with what it may do. */
export function RoleChoice({ role, onRole }: RoleChoiceProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{t`Role`}</legend>
      <div className="choice">
        {roles.toReversed().map((offered) => (
          <label key={offered}>
            <input
              type="radio"
              name="role"
              value={offered}
              checked={offered === role}
              onChange={() => onRole(offered)}
            />
            <span>
              <b>{roleLabels[offered]}</b>
              <small>{roleWords[offered]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
