#pragma once

namespace math {

float square(float x)
{
    return x * x;
}

}
